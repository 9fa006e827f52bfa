import { neutraliseFormula } from '@larkmere/contract/platform/neutralise-formula';

const escapeCell = (text: string): string => `"${neutraliseFormula(text).replaceAll('"', '""')}"`;

export const toCsv = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${lines.map((line) => line.map(escapeCell).join(',')).join('\r\n')}\r\n`;
