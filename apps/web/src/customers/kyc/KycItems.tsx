import type { KycForm, KycItemForm, KycStateView } from '@larkmere/contract/customers/kyc';
import type { KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { ItemRow } from './ItemRow.tsx';
import { itemToOpen } from './item-progress.ts';
import { PeopleList } from './PeopleList.tsx';
import { submitButtonId } from './SubmitCheck.tsx';
import type { Answers } from './use-answers.ts';

type Props = Readonly<{
  items: readonly KycItemForm[];
  answers: Answers;
  requirements?: KycStateView['requirements'];
  firm?: Pick<KycForm, 'people' | 'shares'>;
  /** By item, what the server said when everything was sent. */
  faults: Readonly<Record<string, string>>;
}>;

/** The item that needs the customer is open, all others are one line. */
export function KycItems({ items, answers, requirements = [], firm, faults }: Props) {
  const t = useTranslations('kycPage');
  const [chosen, setChosen] = useState<KycItemKey | 'none'>();
  // What is open stays open when it becomes complete, so that nothing moves while the person types.
  const [first, setFirst] = useState<KycItemKey>();
  const [decided, setDecided] = useState('');
  const states = items.map(({ state }) => state).join();
  const editable = items.filter(({ canEdit }) => canEdit);
  const next = itemToOpen(editable);
  const [focused, setFocused] = useState<KycItemKey>();
  if (decided !== states) {
    setDecided(states);
    setChosen(undefined);
    setFirst(next);
  } else if (first === undefined && next !== undefined) setFirst(next);
  const open = chosen ?? first;
  const goOn = (key: KycItemKey) => {
    const following = itemToOpen(editable.filter((item) => item.key !== key));
    setFirst(following);
    setChosen(undefined);
    setFocused(following);
    if (following === undefined) document.getElementById(submitButtonId)?.focus();
  };
  const choose = (key: KycItemKey) => {
    setChosen(key);
    setFocused(key);
  };
  return (
    <Card flush>
      <h2 className="sr-only">{t('list')}</h2>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <ItemRow
            key={item.key}
            item={item}
            requirement={requirements.find(({ key }) => key === item.key)}
            answers={answers}
            isOpen={item.key === open}
            onOpen={() => choose(item.key)}
            takesFocus={item.key === focused}
            onClose={() => setChosen('none')}
            onDone={() => goOn(item.key)}
            fault={item.isComplete ? undefined : faults[item.key]}
            {...(item.key === 'people' && firm?.people && firm.shares
              ? {
                  people: <PeopleList item={item} people={firm.people} shares={firm.shares} answers={answers} />,
                  peopleLeft: firm.people.filter(({ state }) => state === 'not_invited' || state === 'invited').length,
                }
              : {})}
          />
        ))}
      </ul>
    </Card>
  );
}
