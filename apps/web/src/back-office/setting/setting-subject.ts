import type { SettingDocument } from '@larkmere/contract/back-office/setting';

/** The part of a document that is about one sheet; nothing if the reader may not see it. */
export function documentOfSheet(document: SettingDocument, key: string): SettingDocument | undefined {
  const sheet = document.sheets.find((each) => each.key === key);
  if (!sheet) return undefined;
  const changes = document.changes.filter((change) => change.sheet === key);
  const live = changes.find(({ state }) => state === 'live');
  return {
    ...document,
    version: sheet.version,
    effectiveFrom: sheet.effectiveFrom,
    createdBy: live?.proposedBy ?? null,
    approvedBy: live?.decidedBy ?? null,
    reason: live?.reason ?? null,
    sheets: [sheet],
    changes,
  };
}
