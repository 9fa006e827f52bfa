import type { AccountStatusFile, StatusEntry } from '@larkmere/contract/back-office/status-change';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { StaffTable, TabQuery } from '../parts/parts.ts';
import { ProposalCard } from './ProposalCard.tsx';
import { statusQuery } from './status-change.api.ts';

/** The statuses of an account, and the one that waits for a second person. */
export const StatusTab = ({ id }: { id: string }) => (
  <TabQuery query={statusQuery(id)}>{(file) => <StatusFile id={id} file={file} />}</TabQuery>
);

function StatusFile({ id, file }: { id: string; file: AccountStatusFile }) {
  const t = useTranslations('manageAccountStatus');
  const { at } = useDateTimeTexts();
  const { proposed, reviewAt, history } = file;
  return (
    <div className="grid gap-4">
      {proposed && <ProposalCard id={id} proposal={proposed} from={file.status} allowedNext={file.allowedNext} />}
      <Card
        flush
        title={t('history.title')}
        action={
          reviewAt && <span className="text-small text-text-muted">{t('history.review', { day: at(reviewAt) })}</span>
        }
      >
        <History rows={history} />
      </Card>
    </div>
  );
}

type Row = StatusEntry & { place: number };

function History({ rows }: { rows: AccountStatusFile['history'] }) {
  const t = useTranslations('manageAccountStatus');
  const statusName = useTranslations('manageCustomer.status');
  const { at } = useDateTimeTexts();
  const actor = (name: string) => (name in actors ? t(`by.${name as 'system'}`) : name);
  return (
    <StaffTable<Row>
      caption={t('history.title')}
      rows={rows.map((row, place) => ({ ...row, place }))}
      keyOf={({ place }) => String(place)}
      columns={[
        {
          key: 'since',
          title: t('history.since'),
          cell: ({ since }) => <span className="whitespace-nowrap">{at(since)}</span>,
        },
        {
          key: 'status',
          title: t('history.status'),
          cell: ({ status, blockedBy }) => (
            <span className="grid">
              <strong className="font-semibold">{statusName(status)}</strong>
              {blockedBy && <span className="text-caption text-text-muted">{t(`history.blockedBy.${blockedBy}`)}</span>}
            </span>
          ),
        },
        {
          key: 'reason',
          title: t('history.reason'),
          cell: ({ reasonCode, legalBasis }) => (
            <span className="grid">
              {t(`reasons.${reasonCode as 'opened'}`)}
              {legalBasis && <span className="text-caption text-text-muted">{t(`bases.${legalBasis}`)}</span>}
            </span>
          ),
        },
        {
          key: 'reads',
          title: t('history.reads'),
          cell: ({ customerMessage }) => <span className="wrap-anywhere">{customerMessage ?? '–'}</span>,
        },
        {
          key: 'note',
          title: t('history.note'),
          cell: ({ internalNote }) => <span className="wrap-anywhere">{internalNote ?? '–'}</span>,
        },
        { key: 'setBy', title: t('history.setBy'), cell: ({ setBy }) => actor(setBy) },
        { key: 'agreedBy', title: t('history.agreedBy'), cell: ({ agreedBy }) => agreedBy ?? '–' },
      ]}
    />
  );
}

const actors = { system: true, customer: true, staff: true, public: true };
