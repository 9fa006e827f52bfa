import type { DocumentState, DocumentView } from '@larkmere/contract/checks/document';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocale, useNow, useTranslations } from 'use-intl';
import { reportFailure } from '../../platform/failures.ts';
import { downloadFile } from '../../platform/http/download-file.ts';
import { formatDateTime } from '../../ui/date-text.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';
import { sizeText } from './size-text.ts';

const kinds: Record<DocumentState, StatusKind> = {
  uploaded: 'info',
  scanning: 'info',
  received: 'info',
  accepted: 'success',
  refused: 'danger',
};

type Props = Readonly<{
  document: DocumentView;
  /** False for readers who see documents without their files. */
  mayOpen?: boolean;
  children?: ReactNode;
}>;

export function DocumentRow({ document, mayOpen = true, children }: Props) {
  const t = useTranslations('document');
  const locale = useLocale();
  const now = useNow();
  const { uid, type, name, size, note, state, reason, createdAt } = document;
  const isStored = state === 'received' || state === 'accepted';
  return (
    <li className="grid gap-1 py-3 first:pt-0 last:pb-0">
      <div className="flex items-start gap-3">
        <FileText size={20} className="mt-0.5 shrink-0 text-text-muted" />
        <div className="min-w-0 flex-1">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p className="text-small text-text-muted">
            {t(`type.${type}`)} · {sizeText(size)} · {formatDateTime(new Date(createdAt), locale, now)}
          </p>
        </div>
        <span role="status">
          <StatusPill kind={kinds[state]}>{t(`state.${state}`)}</StatusPill>
        </span>
      </div>
      {note && <p className="pl-8 text-small wrap-anywhere">{note}</p>}
      {reason && <p className="pl-8 text-small">{reason}</p>}
      {isStored && mayOpen && (
        <p className="pl-7">
          <LinkButton
            aria-label={t('saveName', { name })}
            onClick={() => void downloadFile(`/v1/document/${uid}/file`).catch(reportFailure)}
          >
            {t('save')}
          </LinkButton>
        </p>
      )}
      {children && <div className="pl-8">{children}</div>}
    </li>
  );
}
