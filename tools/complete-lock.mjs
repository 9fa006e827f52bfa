// Adds the optional platform packages that the registry could not describe to the lock file.
// `npm ci` requires every name in the lock file, although it never fetches those of other platforms.
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.argv[2] ?? 'package-lock.json';
const lock = JSON.parse(readFileSync(file, 'utf8'));
const packages = lock.packages;

const systems = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  win32: 'win32',
  windows: 'win32',
  openharmony: 'openharmony',
  openbsd: 'openbsd',
  netbsd: 'netbsd',
  sunos: 'sunos',
  aix: 'aix',
  wasi: 'wasi',
};
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'wasm32', 'loong64', 'mips64el'];

function platformOf(name) {
  const words = name.split(/[-/]/);
  const cpu = processors.find((p) => words.includes(p)) ?? (words.some((w) => w.startsWith('arm')) ? 'arm' : undefined);
  const system = Object.keys(systems).find((s) => words.includes(s));
  return { ...(cpu ? { cpu: [cpu] } : {}), os: [systems[system] ?? 'none'] };
}

let added = 0;
for (const [where, entry] of Object.entries({ ...packages })) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const top = `node_modules/${name}`;
    if (packages[top] || (where && packages[`${where}/node_modules/${name}`])) continue;
    packages[top] = {
      version: range.replace(/^[~^]/, ''),
      ...platformOf(name),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`lock file complete: ${added} platform packages named`);
