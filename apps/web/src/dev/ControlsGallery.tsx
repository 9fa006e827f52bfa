import { ArrowRight, Bell } from 'lucide-react';
import { useState } from 'react';
import { AmountInput } from '../ui/AmountInput.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { DateRange } from '../ui/DateRange.tsx';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { Field } from '../ui/Field.tsx';
import { FilterBar } from '../ui/FilterBar.tsx';
import { FilteredInput } from '../ui/FilteredInput.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { SearchInput } from '../ui/SearchInput.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { Example } from './Example.tsx';

const presets = [
  { label: '30 days', range: { from: '2026-10-21', to: '2026-11-20' } },
  { label: 'This year', range: { from: '2026-01-01', to: '2026-11-20' } },
];

export function ControlsGallery() {
  const [amount, setAmount] = useState('1250');
  const [reference, setReference] = useState('Invoice 2091');
  const [search, setSearch] = useState('Somchai');
  const [range, setRange] = useState(presets[0]?.range ?? { from: '', to: '' });
  const [time, setTime] = useState('1H');
  const [tab, setTab] = useState('out');
  return (
    <>
      <Example title="Button, LinkButton, IconButton">
        <div className="flex flex-wrap gap-3">
          <Button>Confirm with PIN</Button>
          <Button kind="secondary">Back</Button>
          <Button kind="quiet">Report a problem</Button>
          <Button kind="danger">Delete payee</Button>
          <Button busy busyLabel="Sending…">
            Confirm with PIN
          </Button>
          <Button icon={<ArrowRight size={18} />}>Send again</Button>
        </div>
        <div className="flex items-center gap-4">
          <LinkButton>Change</LinkButton>
          <IconButton label="Notifications, 3 unread">
            <Bell size={20} />
            <Badge count={3} />
          </IconButton>
          <Avatar name="Anong Srisuk" />
        </div>
      </Example>
      <Example title="Segmented, Tabs">
        <Segmented
          label="Timeframe"
          value={time}
          onChange={setTime}
          options={['5M', '30M', '1H', '4H', '1D'].map((value) => ({ value, label: value }))}
        />
        <Tabs
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'out', label: 'Overview', panel: <p>One thing</p> },
            { value: 'in', label: 'Accounts', panel: <p>Another thing</p> },
          ]}
        />
      </Example>
      <Example title="Field, TextInput, PasswordInput, SelectField">
        <Field label="Payee name" hint="As the bank has it">
          <TextInput autoComplete="name" />
        </Field>
        <Field label="Nickname" optional error="Enter a name with letters">
          <TextInput defaultValue="***" />
        </Field>
        <PasswordInput label="Password" purpose="current" />
        <SelectField label="From" options={[{ value: 'gbp', label: 'GBP account' }]} />
        <Checkbox>I know this person and I checked the details</Checkbox>
      </Example>
      <Example title="AmountInput, FilteredInput, SearchInput, ErrorSummary">
        <AmountInput
          label="You send"
          value={amount}
          onChange={setAmount}
          currency="GBP"
          balance={{ amount: '12230.55', currency: 'GBP' }}
        />
        <Field label="Reference">
          <FilteredInput filter="alnum-hyphen" value={reference} onChange={setReference} />
        </Field>
        <SearchInput label="Search activity" value={search} onChange={setSearch} />
        <ErrorSummary errors={[{ id: 'amount', message: 'Enter a smaller amount' }]} />
      </Example>
      <Example title="DateRange, FilterBar" wide>
        <FilterBar chips={[{ key: 'in', label: 'Money in', onRemove: () => {} }]} resultCount={12}>
          <DateRange value={range} onChange={setRange} presets={presets} />
        </FilterBar>
      </Example>
    </>
  );
}
