import type { AccessRequestView } from '@larkmere/contract/customers/access-request';
import { accessKeys } from '@larkmere/contract/platform/access';
import { useTranslations } from 'use-intl';
import { useUserTexts } from './use-user-texts.ts';
import type { Users } from './user.api.ts';

type Shown = Pick<AccessRequestView, 'name' | 'email' | 'phone' | 'before' | 'after'>;

/** Everything that an approval covers: who, and what they have before and afterwards. */
export function AccessTerms({ request, accounts }: { request: Shown; accounts: Users['accounts'] }) {
  const t = useTranslations('userManagement');
  const { before, after } = request;
  const texts = useUserTexts(accounts);
  const termsOf = (terms: Shown['after']) => ({
    role: t(`role.${terms.role}`),
    rights: accessKeys
      .filter((key) => terms.accessRole[key])
      .map((key) => t(`prepared.right.${key}`))
      .join(', '),
    accounts: texts.accounts(terms.accounts),
    perPayment: texts.limit(terms.limits.perPayment, terms.limits.currency),
    daily: texts.limit(terms.limits.daily, terms.limits.currency),
    state: t(`prepared.state.${terms.state}`),
  });
  const [then, now] = [before && termsOf(before), termsOf(after)];
  return (
    <div className="grid gap-2">
      <p className="font-semibold wrap-anywhere">
        {request.name}, {request.email}
        {request.phone && `, ${request.phone}`}
      </p>
      <dl className="grid gap-x-4 gap-y-1 text-small sm:grid-cols-[max-content_minmax(0,1fr)]">
        {(Object.keys(now) as (keyof typeof now)[]).map((name) => (
          <div key={name} className="contents">
            <dt className="text-text-muted">{t(name === 'state' ? 'prepared.stateLabel' : `prepared.${name}`)}</dt>
            <dd className="wrap-anywhere">
              {then === null || then[name] === now[name]
                ? now[name]
                : t('prepared.change', { before: then[name], after: now[name] })}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
