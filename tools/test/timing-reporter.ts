import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { type Report, summariseError } from './report.ts';
import { root } from './step.ts';

/** Writes counts and times of a run to the file that REPORT_FILE names. Times are milliseconds. */
// oxlint-disable-next-line import/no-default-export -- Vitest loads a reporter by its default export
export default class TimingReporter implements Reporter {
  private readonly report: Report = { passed: 0, failed: 0, skipped: 0, failures: [], suites: [], tests: [] };

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === 'pending') return;
    this.report[state] += 1;
    if (state === 'failed') this.addFailure(test.module, test.fullName, errors);
    const { duration = 0 } = test.diagnostic() ?? {};
    this.report.tests.push({ suite: fileOf(test.module), name: test.fullName, ms: duration });
  }

  onTestModuleEnd(module: TestModule): void {
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    this.report.suites.push({ name: fileOf(module), ms: collectDuration + setupDuration + duration });
    if (module.state() !== 'failed' || module.errors().length === 0) return;
    this.report.failed += 1;
    this.addFailure(module, 'outside its tests', module.errors());
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const { message } of unhandled)
      this.report.failures.push({ suite: 'unhandled error', name: '', message: summariseError(message) });
    writeFileSync(process.env.REPORT_FILE ?? '', JSON.stringify(this.report));
  }

  private addFailure(module: TestModule, name: string, errors: readonly Readonly<{ message: string }>[] = []): void {
    this.report.failures.push({ suite: fileOf(module), name, message: summariseError(errors[0]?.message) });
  }
}

const fileOf = (module: TestModule): string => relative(root, module.moduleId);
