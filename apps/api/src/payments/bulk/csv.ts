/** Spreadsheets run cells that begin with these characters, or their full-width forms, as formulas. */
const formulaPrefix = /^[=+\-@\t\r＝＋－＠]/;

const escapeCell = (text: string): string =>
  `"${(formulaPrefix.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

export const toCsv = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${lines.map((line) => line.map(escapeCell).join(',')).join('\r\n')}\r\n`;
