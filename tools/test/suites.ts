import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Outcome, runCommand, type Step } from './step.ts';

type Counts = Pick<Outcome, 'passed' | 'failed' | 'skipped'> & { remark?: string };

export function vitest(name: string, project: string): Step {
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
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', '--no-color'];
  return suite(name, (file) => runCommand('vitest', [...args, `--outputFile.json=${file}`]), counts);
}

export function playwright(name: string): Step {
  const counts = ({ stats }: { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    ...(stats.flaky > 0 && { remark: `${stats.flaky} passed only when tried again: mend what they stumble over.` }),
  });
  const run = (file: string) =>
    runCommand('playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file, NO_COLOR: '1' });
  return suite(name, run, counts);
}

/** A run without tests, or with an error outside a test, counts as failed. */
function suite<Report>(
  name: string,
  runner: (reportFile: string) => ReturnType<typeof runCommand>,
  count: (report: Report) => Counts,
): Step {
  const run = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'larkmere-report-'));
    const reportFile = join(folder, 'report.json');
    try {
      const { code, output } = await runner(reportFile);
      const { remark = '', ...counts } = count(JSON.parse(readFileSync(reportFile, 'utf8')) as Report);
      if (counts.passed + counts.failed === 0) return { ...counts, failed: 1, output: `${output}\nNo test ran.` };
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
