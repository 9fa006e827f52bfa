import type { RoleDocument } from '@larkmere/contract/back-office/role';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { RoleChanges } from './RoleChanges.tsx';
import { RoleDraftForm } from './RoleDraftForm.tsx';
import { RoleMatrix } from './RoleMatrix.tsx';
import { emptyDraft } from './role-draft.ts';

type Props = { document: RoleDocument; canPropose: boolean; canApprove: boolean };

export function PermissionsTab({ document, canPropose, canApprove }: Props) {
  const t = useTranslations('manageRoles');
  const [draft, setDraft] = useState(emptyDraft);
  const live = document.changes.find(({ state }) => state === 'live');
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-3">
        <p className="text-small text-text-muted">
          {t('version', { version: String(document.version) })}
          {live?.decidedBy && ` · ${t('lastApproved', { name: live.decidedBy })}`}
        </p>
        <RoleMatrix document={document} draft={draft} {...(canPropose && { onChange: setDraft })} />
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-small text-text-muted">
          {(['view', 'act', 'approve'] as const).map((level) => (
            <span key={level}>
              <strong className="font-semibold text-text">{t(`level.${level}`)}</strong> {t(`legend.${level}`)}
            </span>
          ))}
        </p>
      </div>
      <div className="grid gap-4">
        {canPropose && <RoleDraftForm document={document} draft={draft} onChange={setDraft} />}
        <RoleChanges changes={document.changes} canApprove={canApprove} />
      </div>
    </div>
  );
}
