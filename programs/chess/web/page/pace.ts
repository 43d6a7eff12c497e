/** The speeds at which the machine can be watched: from one step a second to all that the host can do. */

export interface Pace {
  /** What the slider says. */
  readonly label: string;
  /** The same in a sentence. */
  readonly words: string;
  /** Instructions a second, or clocks a second; neither: as fast as it goes. */
  readonly instructions?: number;
  readonly clocks?: number;
}

const MHZ = 1e6;

/** Slowest first. The processor of 1986 had a clock of 4 MHz. */
export const PACES: readonly Pace[] = [
  { label: "1/s", words: "one step a second", instructions: 1 },
  { label: "10/s", words: "ten steps a second", instructions: 10 },
  { label: "100/s", words: "a hundred steps a second", instructions: 100 },
  { label: "1000/s", words: "a thousand steps a second", instructions: 1000 },
  { label: "×1/100", words: "a hundredth of the speed of 1986", clocks: 0.04 * MHZ },
  { label: "×1/10", words: "a tenth of the speed of 1986", clocks: 0.4 * MHZ },
  { label: "×1", words: "the speed of 1986, a clock of 4 MHz", clocks: 4 * MHZ },
  { label: "×10", words: "ten times the speed of 1986", clocks: 40 * MHZ },
  { label: "×100", words: "a hundred times the speed of 1986", clocks: 400 * MHZ },
  { label: "max", words: "as fast as this computer can" },
];

/** Where the page begins: real time. */
export const REAL_TIME = 6;
/** Up to here the board of the search itself can be followed; above it would only flicker. */
export const FOLLOWED = 4;

/** Z8000 seconds that a move may be given: in the least of them, an iteration is complete in nearly every position. */
export const LEAST_SECONDS = 1;
export const MOST_SECONDS = 2000;

/** Clocks of the Z8000 in one second. */
export const CLOCK_HZ = 4 * MHZ;
