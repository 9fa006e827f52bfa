import type { KycCaseFile } from '@larkmere/contract/back-office/kyc-review';
import { useTranslations } from 'use-intl';
import { StatusPill } from '../../ui/StatusPill.tsx';
import type { StatusKind } from '../../ui/status-kind.tsx';

export type CaseItem = KycCaseFile['items'][number];

export const itemKinds: Record<CaseItem['state'], StatusKind> = {
  not_provided: 'neutral',
  in_review: 'info',
  verified: 'success',
  rejected: 'danger',
};

type Props = { file: KycCaseFile; chosen: string | undefined; onChoose: (uid: string) => void };

export function CaseItems({ file: { items, people }, chosen, onChoose }: Props) {
  const t = useTranslations('manageCustomer.case');
  const open = items.filter(({ state }) => state === 'in_review').length;
  const names = new Map(people.map(({ uid, name }) => [uid, name]));
  return (
    <nav
      aria-label={t('items')}
      className="overflow-hidden rounded-card border border-line bg-surface lg:row-span-2 xl:row-span-1"
    >
      <p className="flex items-baseline gap-2 p-4">
        <strong className="font-bold">{t('items')}</strong>
        <span className="text-small text-text-muted">
          {t('left', { open: String(open), count: String(items.length) })}
        </span>
      </p>
      <ul className="divide-y divide-line border-t border-line max-lg:flex max-lg:divide-x max-lg:divide-y-0 max-lg:overflow-x-auto">
        {items.map(({ uid, title, state, person }) => (
          <li key={uid} className="max-lg:min-w-44">
            <button
              type="button"
              aria-current={uid === chosen}
              onClick={() => onChoose(uid)}
              className={`grid h-full w-full content-start justify-items-start gap-1 border-l-4 px-3 py-3 text-left transition-colors hover:bg-sunken ${
                uid === chosen ? 'border-brand bg-brand-soft' : 'border-transparent'
              }`}
            >
              <strong className="font-semibold">{title}</strong>
              {person && <span className="text-small text-text-muted">{names.get(person)}</span>}
              <StatusPill kind={itemKinds[state]}>{t(`state.${state}`)}</StatusPill>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
