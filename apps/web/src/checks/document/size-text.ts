/** The server refuses larger files. */
export const maxDocumentBytes = 10 * 1024 * 1024;

/** Decimal units, as file managers display them: `840 kB`, `2.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  return `${Math.round(bytes / 100_000) / 10} MB`;
}
