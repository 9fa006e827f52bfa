import { allows } from '@larkmere/contract/back-office/permissions';
import type { contract } from '@larkmere/contract/contract';
import { type HidingGround, hidingGrounds } from '@larkmere/contract/customers/hiding-grounds';
import type { StaffReview } from '@larkmere/contract/customers/public-review';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { DecisionDialog, TabQuery } from '../parts/parts.ts';
import { reviewsQuery, useHideReview } from './customer.api.ts';

/** What people of the customer published about the bank. Drawn only if there is something. */
export const PublicReviewCard = ({ id }: { id: string }) => (
  <TabQuery query={reviewsQuery(id)}>
    {({ list }) => (list.length === 0 ? null : <Reviews id={id} list={list} />)}
  </TabQuery>
);

function Reviews({ id, list }: { id: string; list: readonly StaffReview[] }) {
  const t = useTranslations('manageCustomer.publicReview');
  const { permissions } = useStaffSession();
  const locale = useLocale();
  const [chosen, setChosen] = useState<StaffReview>();
  return (
    <Card title={t('title')}>
      <ul className="divide-y divide-line">
        {list.map((review) => (
          <li key={review.uid} className="grid gap-1 py-3 text-small first:pt-0 last:pb-0">
            <p className="font-semibold">
              {t('line', {
                rating: review.rating,
                author: review.author,
                day: formatDate(new Date(review.writtenAt), locale),
              })}
            </p>
            <p className="whitespace-pre-line wrap-anywhere empty:hidden">{review.text}</p>
            {review.hiddenFor && (
              <p className="text-danger">{t('down', { ground: t(`ground.${review.hiddenFor}`) })}</p>
            )}
            {allows(permissions, ['customer_details', 'act']) && (
              <LinkButton className="-mx-1 w-fit" onClick={() => setChosen(review)}>
                {t(review.hiddenFor ? 'show' : 'hide')}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
      {chosen && <HideDialog id={id} review={chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  );
}

function HideDialog({ id, review, onClose }: { id: string; review: StaffReview; onClose: () => void }) {
  const t = useTranslations('manageCustomer.publicReview');
  const isShown = !review.hiddenFor;
  const options = hidingGrounds.map((value) => ({ value, label: t(`ground.${value}`) }));
  return (
    <DecisionDialog<RawInput<typeof contract.publicReviewCheck.hide>>
      title={t(isShown ? 'hide' : 'show')}
      about={t(isShown ? 'hideText' : 'showText')}
      fields={isShown ? [{ name: 'ground', label: t('groundLabel'), options }] : []}
      submitLabel={t(isShown ? 'hide' : 'show')}
      isDanger={isShown}
      texts={{ failed: t('failed'), again: t('again'), done: t(isShown ? 'hidden' : 'shown') }}
      write={useHideReview(id).mutateAsync}
      toInput={({ ground }, idempotency) => ({
        id: review.uid,
        ground: isShown ? (ground as HidingGround) : null,
        idempotency,
      })}
      onClose={onClose}
    />
  );
}
