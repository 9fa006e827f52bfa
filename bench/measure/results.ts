import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../results');

export function writeResult(name: string, content: unknown): void {
  mkdirSync(folder, { recursive: true });
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
  writeFileSync(join(folder, name), `${text}\n`);
  console.log(`wrote bench/results/${name}`);
}

export const roundToThreeDigits = (value: number): number => Number(value.toPrecision(3));
