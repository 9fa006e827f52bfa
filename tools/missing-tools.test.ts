import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const script = `
  const tools = await import(${JSON.stringify(join(import.meta.dirname, 'missing-tools.mjs'))});
  console.log(JSON.stringify(tools.findMissingTools().map((tool) => [tool.name, tools.explainSkipped(tool)])));`;

function missingWith(environment: Record<string, string>): unknown {
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { env: environment });
  return JSON.parse(run.stdout.toString());
}

describe('missing tools', () => {
  it('names the packages of a browser that is not there', () =>
    expect(missingWith({ CHROMIUM: '/nowhere/chromium', PATH: '' })).toContainEqual([
      'chromium',
      'The browser tests were skipped, because Chromium is missing. To run them: apt-get install chromium-headless-shell fonts-thai-tlwg, or set CHROMIUM to the path of a browser.',
    ]));

  it('accepts a browser at the given path', () =>
    expect(missingWith({ CHROMIUM: process.execPath, PATH: '' })).not.toContainEqual(['chromium', expect.anything()]));
});
