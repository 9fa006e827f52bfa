import type { ReviewQueue } from '@larkmere/contract/back-office/review-queue';
import { useTranslations } from 'use-intl';
import { DecisionDialog } from '../parts/parts.ts';

type Gift = Readonly<{ to: string; idempotency: string }>;
type Props<Reply> = {
  colleagues: ReviewQueue['colleagues'];
  write: (gift: Gift) => Promise<Reply>;
  onDone?: (reply: Reply) => void;
  onClose: () => void;
};

export function GiveDialog<Reply>({ colleagues, write, onDone, onClose }: Props<Reply>) {
  const t = useTranslations('manageReview');
  const roles = useTranslations('manageRoles.short');
  return (
    <DecisionDialog<Gift, Reply>
      title={t('give.title')}
      about={t('give.about')}
      fields={[
        {
          name: 'to',
          label: t('give.to'),
          missing: t('give.nobody'),
          options: colleagues.map(({ uid, name, role }) => ({ value: uid, label: `${name} · ${roles(role)}` })),
        },
      ]}
      submitLabel={t('give.submit')}
      texts={{ failed: t('actions.failed'), again: t('actions.again'), done: t('give.done') }}
      write={write}
      {...(onDone && { onDone })}
      toInput={({ to = '' }, idempotency) => ({ to, idempotency })}
      onClose={onClose}
    />
  );
}
