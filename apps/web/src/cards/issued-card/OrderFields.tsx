import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { PhoneInput } from '../../ui/PhoneInput.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { AddressFields } from './AddressFields.tsx';
import { DesignChoice, FormatChoice } from './FaceChoices.tsx';
import type { CardOptions, IssuedCard } from './issued-card.api.ts';
import { LimitFields } from './LimitFields.tsx';
import {
  highestFor,
  limitsFor,
  type Offer,
  type OrderFaults,
  type OrderForm,
  type Person,
  toEmbossed,
} from './order-form.ts';
import { ReasonChoice } from './ReasonChoice.tsx';

type Props = Readonly<{
  options: CardOptions;
  replaced: IssuedCard | undefined;
  form: OrderForm;
  offer: Offer;
  person: Person;
  change: (part: Partial<OrderForm>) => void;
  /** Once the form was sent. */
  faults: OrderFaults | undefined;
}>;

export function OrderFields(props: Props) {
  const t = useTranslations('issuedCard.issue');
  const { options, replaced, form, offer, person, change, faults } = props;
  return (
    <>
      {replaced && (
        <Card>
          <ReasonChoice
            legend={t('reason')}
            value={form.reason}
            onChange={(reason) => change({ reason })}
            without="not_needed"
          />
        </Card>
      )}
      <Card className="grid gap-5">
        {!replaced && (
          <FormatChoice
            value={form.format}
            onChange={(format) => change({ format })}
            offer={offer}
            delivery={options.delivery}
          />
        )}
        <DesignChoice value={form.design} onChange={(design) => change({ design })} designs={options.designs} />
      </Card>
      <WhoCard {...props} />
      {form.format === 'physical' && (
        <Card title={t('address')} className="grid gap-4">
          <AddressFields address={form.address} onChange={(address) => change({ address })} faults={faults?.address} />
        </Card>
      )}
      <Card title={t('limits')} className="grid gap-4">
        <LimitFields
          limits={form.limits}
          onChange={(limits) => change({ limits })}
          highest={highestFor(offer, person)}
          currency={offer.currency}
          fault={faults?.limits}
        />
      </Card>
    </>
  );
}

function WhoCard({ options, replaced, form, offer, person, change, faults }: Props) {
  const t = useTranslations('issuedCard.issue');
  const choosePerson = (uid: string) => {
    const next = options.people.find((each) => each.uid === uid);
    if (!next) return;
    const { embossedName, phone } = next;
    change({ holder: uid, embossedName, phone: phone ?? '', limits: limitsFor(offer, next) });
  };
  const chooseAccount = (bankholderid: string) => {
    const next = options.offers.find((each) => each.bankholderid === bankholderid);
    if (next) change({ bankholderid, limits: limitsFor(next, person) });
  };
  return (
    <Card className="grid gap-4">
      {!replaced && (
        <SelectField
          label={t('account')}
          value={form.bankholderid}
          onChange={({ target }) => chooseAccount(target.value)}
          options={options.offers.map(({ bankholderid, currency, accountEnding: ending }) => ({
            value: bankholderid,
            label: t('accountName', { currency, ending }),
          }))}
        />
      )}
      {!replaced && options.people.length > 1 && (
        <SelectField
          label={t('holder')}
          value={form.holder}
          onChange={({ target }) => choosePerson(target.value)}
          options={options.people.map(({ uid, name, isYou }) => ({
            value: uid,
            label: isYou ? t('you', { name }) : name,
          }))}
        />
      )}
      <Field label={t('name')} hint={t('nameHint')} error={faults?.embossedName ? t('nameWrong') : undefined}>
        <TextInput
          value={form.embossedName}
          onChange={({ target }) => change({ embossedName: toEmbossed(target.value) })}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <PhoneInput
        label={t('phone')}
        hint={t('phoneHint')}
        value={form.phone}
        onChange={(phone) => change({ phone })}
        error={faults?.phone ? t('phoneWrong') : undefined}
      />
    </Card>
  );
}
