import { describe, expect, it } from 'vitest';
import { npmArguments, planInstall } from './install-plan.mjs';

describe('install plan', () => {
  it('installs only what a start needs on a fresh clone', () => {
    const plan = planInstall('', 'lock-1', false);
    expect(plan).toEqual({ kind: 'clean', packages: 'start', record: 'lock-1 start' });
    expect(plan && npmArguments(plan)).toEqual(expect.arrayContaining(['ci', '--omit=dev']));
  });

  it('installs everything for the tests on a fresh clone', () => {
    const plan = planInstall('', 'lock-1', true);
    expect(plan).toEqual({ kind: 'clean', packages: 'all', record: 'lock-1 all' });
    expect(plan && npmArguments(plan)).not.toContain('--omit=dev');
  });

  it.each([
    ['lock-1 start', false],
    ['lock-1 all', false],
    ['lock-1 all', true],
  ])('installs nothing again: %s, tests %s', (recorded, needsTests) =>
    expect(planInstall(recorded, 'lock-1', needsTests)).toBeUndefined(),
  );

  it('adds the packages of the tests after a start without removing any', () => {
    const plan = planInstall('lock-1 start', 'lock-1', true);
    expect(plan).toEqual({ kind: 'add', packages: 'all', record: 'lock-1 all' });
    expect(plan && npmArguments(plan)).toEqual(expect.arrayContaining(['install', '--no-save']));
  });

  it('replaces the packages when the lock file has changed, and keeps those of the tests', () => {
    expect(planInstall('lock-1 start', 'lock-2', false)).toMatchObject({ kind: 'clean', packages: 'start' });
    expect(planInstall('lock-1 all', 'lock-2', false)).toMatchObject({ kind: 'clean', packages: 'all' });
    expect(planInstall('lock-1 start', 'lock-2', true)).toMatchObject({ kind: 'clean', packages: 'all' });
  });

  it('takes a record that names no kind for an installation of everything', () => {
    expect(planInstall('lock-1', 'lock-1', true)).toBeUndefined();
    expect(planInstall('lock-1', 'lock-2', false)).toMatchObject({ kind: 'clean', packages: 'all' });
  });
});
