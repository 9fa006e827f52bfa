import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Report } from './report.ts';
import { root } from './step.ts';

/** Writes counts and times of a run to the file that REPORT_FILE names. Times are milliseconds. */
// oxlint-disable-next-line import/no-default-export -- Vitest loads a reporter by its default export
export default class TimingReporter implements Reporter {
  private readonly report: Report = { passed: 0, failed: 0, skipped: 0, suites: [], tests: [] };

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state === 'pending') return;
    this.report[state] += 1;
    const { duration = 0 } = test.diagnostic() ?? {};
    this.report.tests.push({ suite: fileOf(test.module), name: test.fullName, ms: duration });
  }

  onTestModuleEnd(module: TestModule): void {
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    this.report.suites.push({ name: fileOf(module), ms: collectDuration + setupDuration + duration });
    if (module.state() === 'failed' && module.errors().length > 0) this.report.failed += 1;
  }

  onTestRunEnd(): void {
    writeFileSync(process.env.REPORT_FILE ?? '', JSON.stringify(this.report));
  }
}

const fileOf = (module: TestModule): string => relative(root, module.moduleId);
