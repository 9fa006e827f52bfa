export { packStatements, readPackHeads } from './closing-pack/pack-statements.ts';
export {
  type StatementExportEvent,
  statementExportFailed,
  statementExportReady,
} from './export/export-events.ts';
export type { ComposeExport } from './export/prepare-exports.ts';
export { writeTable } from './export/writers/csv.ts';
