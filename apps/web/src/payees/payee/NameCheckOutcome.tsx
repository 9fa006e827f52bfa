import type { PayeeView } from '@larkmere/contract/payees/payee';
import { useLocale, useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { Notice } from '../../ui/Notice.tsx';
import { NameCheckNotice } from './NameCheckNotice.tsx';
import { NameMismatchFields } from './NameMismatchFields.tsx';
import type { NameCheck } from './name-check.ts';
import { toNameFields } from './payee-form.ts';
import type { NameMismatch as Doubted } from './use-name-mismatch.ts';

type Props = {
  nameCheck: NameCheck;
  name: string;
  entityType: PayeeView['entityType'];
  mismatch: Doubted;
  onAdopt: (change: Readonly<Record<string, string>>) => void;
  onEdit: () => void;
};

const otherEntityType = { individual: 'company', company: 'individual' } as const;

export function NameCheckOutcome({ nameCheck, name, entityType: currentType, mismatch, onAdopt, onEdit }: Props) {
  const t = useTranslations('payeePage.form');
  const locale = useLocale();
  const { scheme, result, actualName, acceptedAt, isBlocked } = nameCheck;
  const isPromptPay = scheme === 'promptpay';
  if (isBlocked) {
    return (
      <Notice kind="danger" title={t('forbiddenTitle')}>
        {t(isPromptPay ? 'forbiddenPromptPay' : 'forbidden')}
      </Notice>
    );
  }
  if (result === 'account_switched' || result === 'not_found') {
    return (
      <Notice kind="danger" title={t(isPromptPay ? 'notRegistered' : `neverTitle.${result}`)}>
        {t(`never.${result}`)}
      </Notice>
    );
  }
  if (result === 'wrong_account_type') {
    const entityType = otherEntityType[currentType];
    const theirs = { entityType, ...(actualName === null ? {} : toNameFields(actualName)) };
    return (
      <Notice
        kind="warning"
        title={t(`wrongKind.${entityType}`)}
        action={<CorrectionButtons label={t('useBoth')} onAdopt={() => onAdopt(theirs)} onEdit={onEdit} />}
      >
        {actualName !== null && t('bankHas', { name: actualName })}
      </Notice>
    );
  }
  const canAdopt = result === 'no_match' || (result === 'close_match' && acceptedAt === null);
  return (
    <NameCheckNotice check={nameCheck} name={name} isPromptPay={isPromptPay}>
      {acceptedAt !== null && <p>{t('accepted', { day: formatDate(new Date(acceptedAt), locale) })}</p>}
      {result === 'no_match' && <NameMismatchFields doubt={mismatch} />}
      {canAdopt && actualName !== null && (
        <CorrectionButtons label={t('useName')} onAdopt={() => onAdopt(toNameFields(actualName))} onEdit={onEdit} />
      )}
    </NameCheckNotice>
  );
}

type CorrectionButtonsProps = { label: string; onAdopt: () => void; onEdit: () => void };

function CorrectionButtons({ label, onAdopt, onEdit }: CorrectionButtonsProps) {
  const t = useTranslations('payeePage.form');
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={onAdopt}>{label}</Button>
      <Button kind="quiet" onClick={onEdit}>
        {t('editName')}
      </Button>
    </div>
  );
}
