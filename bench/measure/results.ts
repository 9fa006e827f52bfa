import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../results');

/** Writes one file beside the others of a run: figures as JSON, charts as SVG. */
export function writeResult(name: string, content: unknown): void {
  mkdirSync(folder, { recursive: true });
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
  writeFileSync(join(folder, name), `${text}\n`);
  console.log(`wrote bench/results/${name}`);
}

/** Three digits are all that a measurement of this kind can tell. */
export const round = (value: number): number => Number(value.toPrecision(3));
