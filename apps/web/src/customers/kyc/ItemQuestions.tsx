import type { KycItemForm } from '@larkmere/contract/customers/kyc';
import type { KycAnswerName } from '@larkmere/contract/customers/kyc-requirements';
import { useTranslations } from 'use-intl';
import { AnswerField } from './AnswerField.tsx';
import { isChoiceName, isCountryName, isDateName } from './answer-fields.ts';
import type { Answers } from './use-answers.ts';

type Props = Readonly<{
  item: KycItemForm;
  names: readonly KycAnswerName[];
  answers: Answers;
  /** The customer wanted to go on, so what is missing is marked. */
  isTried: boolean;
}>;

export function ItemQuestions({ item, names, answers, isTried }: Props) {
  const t = useTranslations('kycPage.missing');
  const missingText = (name: KycAnswerName): string => {
    if (isDateName(name)) return t('date');
    return isChoiceName(name) || isCountryName(name) || name === 'countries' ? t('choice') : t('text');
  };
  const faultOf = (name: KycAnswerName): string | undefined =>
    answers.faultOf(item.key, name) ?? (isTried && item.missing.includes(name) ? missingText(name) : undefined);
  return (
    <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
      {names.map((name) => (
        <div key={name} className={isWide(name) ? 'sm:col-span-2' : undefined}>
          <AnswerField
            itemKey={item.key}
            name={name}
            answers={item.answers}
            fault={faultOf(name)}
            onAnswer={(answer) => answers.save(item.key, name, answer)}
            onInvalid={(fault) => answers.markInvalid(item.key, name, fault)}
          />
        </div>
      ))}
    </div>
  );
}

const wide: readonly KycAnswerName[] = ['fullName', 'street', 'legalName', 'activity', 'countries'];
const isWide = (name: KycAnswerName): boolean => wide.includes(name);
