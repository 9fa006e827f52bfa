import type { StatementLayout } from './statement.ts';

export const exportFormats = ['pdf', 'csv', 'xlsx', 'json', 'ofx', 'qif', 'camt053', 'mt940'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportPresets = ['xero', 'quickbooks', 'freeagent', 'sage', 'excel', 'firefly', 'actual'] as const;
export type ExportPreset = (typeof exportPresets)[number];

/** What a preset stands for on the page. The columns of those that are CSV are the server's. */
export const presetSettings: Readonly<
  Record<ExportPreset, Readonly<{ format: ExportFormat; layout: StatementLayout }>>
> = {
  xero: { format: 'csv', layout: 'compact' },
  quickbooks: { format: 'csv', layout: 'compact' },
  freeagent: { format: 'ofx', layout: 'flat' },
  sage: { format: 'csv', layout: 'compact' },
  excel: { format: 'xlsx', layout: 'compact' },
  firefly: { format: 'csv', layout: 'flat' },
  actual: { format: 'csv', layout: 'compact' },
};
