import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type DemoPerson = { username: string; password: string; pin: string; kind: string; name: string };

const FILE = join(import.meta.dirname, '../../db/seed/people.json');

const codeCommand = 'npm run totp';

export function demoLogins(): string {
  const people = JSON.parse(readFileSync(FILE, 'utf8')) as DemoPerson[];
  const rows = [
    ['Who', 'Kind', 'Username', 'Password', 'PIN'],
    ...people.map(({ name, kind, username, password, pin }) => [name, kind, username, password, pin || codeCommand]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map(
      (row) =>
        `  ${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}`,
    )
    .join('\n');
}
