/** The speeds at which the machine can be watched: from one step per second to the full speed of the host. */

export interface Pace {
  /** The label of the slider at this speed. */
  readonly label: string;
  /** The speed as part of a sentence. */
  readonly words: string;
  /** Instructions or clocks per second; if neither is set, as fast as possible. */
  readonly instructions?: number;
  readonly clocks?: number;
}

const MHZ = 1e6;

/** The speeds, slowest first. The processor of 1986 had a clock rate of 4 MHz. */
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

/** Index of the initial speed, which is real time. */
export const REAL_TIME = 6;
/** Highest index at which the board of the search can be followed; at higher speeds it would only flicker. */
export const FOLLOWED = 4;

/** Minimum of Z8000 seconds per move: in this time, an iteration is completed in nearly every position. */
export const LEAST_SECONDS = 1;
export const MOST_SECONDS = 2000;

/** Clock rate of the Z8000, in hertz. */
export const CLOCK_HZ = 4 * MHZ;
