/** What an input lets through (specification, section 5); everything else is taken out while typing and pasting. */
export const filters = {
  alnum: /[^A-Za-z0-9 ]/g,
  'alnum-hyphen': /[^A-Za-z0-9 -]/g,
  'alnum-thai': /[^A-Za-z0-9\u0E00-\u0E7F -]/g,
  digits: /\D/g,
  sortcode: /[^\d -]/g,
  english: /[^A-Za-z0-9 ():;.,{}#@!$%]/g,
  latin: /[^\p{Script=Latin}\p{M}0-9 /?:().,'’+&-]/gu,
  amount: /[^\d.,]/g,
} as const;

export type Filter = keyof typeof filters;

/** The text that stays, what was taken out, and where the caret belongs then. */
export function filterText(
  filter: Filter,
  text: string,
  caret: number,
): { text: string; caret: number; removed: string } {
  const kept = text.replace(filters[filter], '');
  const before = text.slice(0, caret).replace(filters[filter], '');
  return { text: kept, caret: before.length, removed: (text.match(filters[filter]) ?? []).join('') };
}
