/** What a spreadsheet would take for a formula begins with one of these, or with its twin of full width. */
const formula = /^[=+\-@\t\r＝＋－＠]/;

/** A text in its cell: quoted, and with an apostrophe before whatever could run as a formula. */
const cell = (text: string): string => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Lines of texts as CSV that can be opened in any spreadsheet and does nothing there. */
export const csvText = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
