// The pictures of docs/how-to/page.md: the link of each, and the text that the page shows once it is there.

/** Returns the visible text of the page, without scripts and mere announcements. */
const seen = (page) =>
  page.evaluate(() => {
    const parts = [...document.body.children].filter((part) => !part.matches("#said, script, noscript, style"));
    return parts.map((part) => part.innerText ?? "").join(" ");
  });

/** Returns the text of the page once it contains an answer and the tree has grown to the moment. */
const answered = async (page) => {
  await page.locator("#why-answer", { hasText: "After" }).waitFor();
  const grown = "[role=tabpanel]:not([hidden]) .growth:not([data-behind]) .branch:is(.inhand, .best)";
  await page.waitForFunction((grown) => document.querySelector(grown), grown);
  return seen(page);
};

/** Returns the text of the tour once all figures are drawn; the counts come last. */
const made = async (page) => {
  await page.locator("#stop-6 figure", { hasText: "13,796" }).waitFor();
  return seen(page);
};

export const pictures = {
  page: { hash: "#1@1781573&why=e5c6", height: 720, shown: answered },
  tour: { hash: "#tour&stop=5", height: 860, shown: made },
};
