/**
 * The statement: what was booked on an account, on the screen, as a file in one of the `formats.ts`, as a monthly
 * subscription, and as the pack of a closing account. Long exports are prepared by a job, and kept for days.
 */

export { packStatements, readPackHeads } from './closing-pack/closing-pack.ts';
export {
  type ComposeExport,
  type StatementExportEvent,
  statementExportFailed,
  statementExportReady,
} from './export/prepare-exports.ts';
export { writeTable } from './export/writers/csv.ts';
