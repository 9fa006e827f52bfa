/** Spreadsheets run cells that begin with these characters, or their full-width forms, as formulas. */
const formula = /^[=+\-@\t\r＝＋－＠]/;

const cell = (text: string): string => `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

export const csvText = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
