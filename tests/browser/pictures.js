// The pictures of docs/how-to/page.md: the link of each, and the text that the page shows once it is there.

/** The text of the page, when it says `told` and the tree has grown to the moment. */
const when = (told) => async (page) => {
  await page.locator("body", { hasText: told }).waitFor();
  const grown = "[role=tabpanel]:not([hidden]) .growth:not([data-behind]) .branch:is(.inhand, .best)";
  await page.waitForFunction((grown) => document.querySelector(grown), grown);
  return page.locator("body").innerText();
};

/** The text of the tour, when all figures are made: the counts come last. */
const made = async (page) => {
  await page.locator("#stop-6 figure", { hasText: "13,796" }).waitFor();
  return page.locator("body").innerText();
};

export const pictures = {
  page: { hash: "#position=96&instruction=2000000", shown: when("step 2,000,000") },
  tour: { hash: "#tour&stop=5", shown: made },
};
