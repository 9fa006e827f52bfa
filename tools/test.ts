import { globSync } from 'node:fs';
import { join } from 'node:path';
import { check, type Outcome, type Step } from './test/step.ts';
import { playwright, vitest } from './test/suites.ts';

const exists = (pattern: string) => globSync(pattern, { cwd: join(import.meta.dirname, '..') }).length > 0;

/** Without its type-aware part oxlint checks almost nothing and still exits with 0. */
function lintedEverything(output: string): string | undefined {
  const files = Number(/Finished in .* on (\d+) files/.exec(output)?.[1] ?? 0);
  if (files < 100) return `looked at ${files} files only`;
  return /tsgolint/i.test(output) ? 'the type-aware rules did not run' : undefined;
}

const quick: Step[] = [
  check('lock file complete', 'npm', [
    'ci',
    '--dry-run',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ]),
  check('format', 'biome', ['format', '.']),
  check('lint', 'oxlint', ['--type-aware', '--deny-warnings'], lintedEverything),
  check('lint of dependencies', 'biome', ['lint', '--error-on-warnings', '.']),
  check('types of the server', 'tsc', ['-p', '.']),
  check('types of the web', 'tsc', ['-p', 'apps/web']),
  check('unused code', 'knip', ['--no-progress']),
  vitest('unit tests and walls', 'unit'),
];

const full: Step[] = [
  ...quick,
  check('size of the web', 'node', ['tools/size.ts']),
  vitest('database tests', 'database'),
  ...(exists('test/crash/*.db.test.ts') ? [vitest('crash tests', 'crash')] : []),
  ...(exists('e2e/*.e2e.ts') ? [playwright('browser tests')] : []),
];

async function take(step: Step): Promise<Outcome> {
  const start = performance.now();
  const outcome = await step.run().catch((error: Error) => ({
    passed: 0,
    failed: 1,
    skipped: 0,
    output: error.stack ?? error.message,
  }));
  if (outcome.output) console.log(`\n${outcome.output.trim()}\n`);
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
  const tests = outcome.passed + outcome.failed > 1 ? `  (${outcome.passed} passed)` : '';
  console.log(`${outcome.failed === 0 ? '✓' : '✗'} ${seconds} s  ${step.name}${tests}`);
  return outcome;
}

const total = { passed: 0, failed: 0, skipped: 0 };
for (const step of process.argv.includes('--only=check') ? quick : full) {
  const { passed, failed, skipped } = await take(step);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed === 0 ? 0 : 1;
