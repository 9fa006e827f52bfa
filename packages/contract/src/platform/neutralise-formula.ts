/** Spreadsheets skip separators, quotes, blanks and control characters, and some run what follows them as a formula. */
const formula = /^(?:[\t\r]|[\s\p{Z}\p{Cc}\p{Cf}"'`´‘’“”,;:|]*[=+\-@＝＋－＠])/u;

/** For each text of a table that people open. The apostrophe makes a spreadsheet show the text as it is. */
export const neutraliseFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);
