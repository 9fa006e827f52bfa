/**
 * `recorded` is what the last installation wrote, `state` the digest of the lock file and all dependencies. A start
 * needs no packages of the tests. Returns undefined if everything needed is there. `add` keeps the installed packages,
 * so a running demo goes on; `clean` replaces all.
 */
export function planInstall(recorded, state, needsTests) {
  // Earlier versions installed everything and recorded no kind.
  const [of, had = of ? 'all' : 'none'] = recorded.split(' ');
  const packages = needsTests || had === 'all' ? 'all' : 'start';
  const isCurrent = of === state;
  if (isCurrent && (had === 'all' || had === packages)) return undefined;
  return { kind: isCurrent && had === 'start' ? 'add' : 'clean', packages, record: `${state} ${packages}` };
}

const quiet = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];

export function npmArguments({ kind, packages }) {
  if (kind === 'add') return ['install', '--no-save', ...quiet];
  return ['ci', ...(packages === 'start' ? ['--omit=dev'] : []), ...quiet];
}
