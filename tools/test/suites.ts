import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Outcome, runCommand, type Step } from './step.ts';

type Counts = Pick<Outcome, 'passed' | 'failed' | 'skipped'> & { remark?: string };

/** `scope`: further arguments that limit the run to some tests; such a run may be empty. */
export function vitest(name: string, project: string, scope: readonly string[] = []): Step {
  const counts = (report: {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
  }) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  });
  const args = ['run', '--project', project, ...scope, '--reporter=default', '--reporter=json', '--no-color'];
  return suite(name, (file) => runCommand('vitest', [...args, `--outputFile.json=${file}`]), counts, scope.length > 0);
}

export function playwright(name: string, scope: readonly string[] = []): Step {
  const counts = ({ stats }: { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    ...(stats.flaky > 0 && { remark: `${stats.flaky} passed only when tried again: mend what they stumble over.` }),
  });
  const run = (file: string) =>
    runCommand('playwright', ['test', ...scope, '--reporter=list,json'], {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      NO_COLOR: '1',
    });
  return suite(name, run, counts, scope.length > 0);
}

/** A run without tests, unless `mayBeEmpty`, or with an error outside a test, counts as failed. */
function suite<Report>(
  name: string,
  runner: (reportFile: string) => ReturnType<typeof runCommand>,
  count: (report: Report) => Counts,
  mayBeEmpty: boolean,
): Step {
  const run = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'larkmere-report-'));
    const reportFile = join(folder, 'report.json');
    try {
      const { code, output } = await runner(reportFile);
      if (mayBeEmpty && code === 0 && !existsSync(reportFile)) return { passed: 0, failed: 0, skipped: 0, output: '' };
      const { remark = '', ...counts } = count(JSON.parse(readFileSync(reportFile, 'utf8')) as Report);
      if (counts.passed + counts.failed === 0 && !mayBeEmpty)
        return { ...counts, failed: 1, output: `${output}\nNo test ran.` };
      return {
        ...counts,
        failed: code === 0 ? counts.failed : Math.max(counts.failed, 1),
        output: code === 0 ? remark : output,
      };
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  return { name, run };
}
