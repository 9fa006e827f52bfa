import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, '../apps/web/dist');

type Chunk = { file: string; imports?: string[] };
type Manifest = Record<string, Chunk>;

const screens = [
  { name: 'login', limit: 130, parts: ['src/shell/public/WelcomeLayout.tsx', 'src/identity/session/LoginPage.tsx'] },
  {
    name: 'dashboard',
    limit: 191,
    parts: ['src/messages/en.ts', 'src/shell/plus/PlusLayout.tsx', 'src/shell/home/DashboardPage.tsx'],
  },
];
const always = ['index.html', 'src/messages/en-public.ts'];

const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;

function filesOf(parts: string[], seen = new Set<string>()): Set<string> {
  for (const part of parts) {
    const chunk = manifest[part];
    if (!chunk) throw new Error(`The web application has no part ${part}: write its new name into tools/size.ts.`);
    if (seen.has(chunk.file)) continue;
    seen.add(chunk.file);
    filesOf(chunk.imports ?? [], seen);
  }
  return seen;
}

for (const { name, limit, parts } of screens) {
  const files = [...filesOf([...always, ...parts])].filter((file) => file.endsWith('.js'));
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);
  const isWithin = bytes <= limit * 1000;
  const verdict = isWithin ? '✓' : '✗';
  console.log(
    `${verdict} ${name}: ${(bytes / 1000).toFixed(1)} kB of JavaScript in ${files.length} files (limit ${limit} kB, gzip)`,
  );
  if (!isWithin) process.exitCode = 1;
}
