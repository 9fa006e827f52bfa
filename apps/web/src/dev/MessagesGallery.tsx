import { Lock } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Countdown } from '../ui/Countdown.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { NameCheckResultNotice } from '../ui/NameCheckResultNotice.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PriceRows } from '../ui/PriceRows.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';
import { Stepper } from '../ui/Stepper.tsx';
import { SummaryList } from '../ui/SummaryList.tsx';
import { Timeline } from '../ui/Timeline.tsx';
import { Example } from './Example.tsx';

const gbp = (amount: string) => ({ amount, currency: 'GBP' });
const change = () => {};

export function MessagesGallery() {
  const [until] = useState(() => Date.now() + 272_000);
  return (
    <>
      <Example title="Stepper, SummaryList, PayeeCheck">
        <Stepper label="Steps of this payment" steps={['Payee', 'Amount', 'Review', 'Confirm']} current={2} />
        <Card>
          <SummaryList
            rows={[
              { label: 'To', value: 'Somchai Prasert', onChange: change },
              { label: 'Account', value: '04-06-21 · 41728830' },
              { label: 'Reference', value: 'Invoice 2091', onChange: change },
            ]}
          />
          <NameCheckResultNotice result="match" accountName="Mr Somchai Prasert" />
        </Card>
        <NameCheckResultNotice result="close" accountName="Somchai Prasertsuk" />
        <NameCheckResultNotice result="no-match" />
        <NameCheckResultNotice result="unavailable" />
      </Example>
      <Example title="PriceRows, Countdown, Timeline">
        <Card>
          <PriceRows
            amount={gbp('250.00')}
            fee={gbp('0.00')}
            feeNote="Free transfer 1 of 3"
            total={gbp('250.00')}
            receive={gbp('250.00')}
            cost={gbp('0.00')}
            arrival="Today, by 16:40"
          />
        </Card>
        <p className="text-small text-text-muted">
          This quote holds for <Countdown until={until} onEnd={() => {}} />
        </p>
        <Card title="On its way">
          <Timeline
            items={[
              { title: 'Payment made', state: 'done', at: '20 Nov, 14:02', note: 'Confirmed with PIN' },
              { title: 'Checks passed', state: 'done', at: '20 Nov, 14:02' },
              { title: 'Sent to the bank', state: 'now', at: '20 Nov, 14:03', note: 'Reference LM7-20931-PX' },
              { title: 'Arrives at Bangkok Bank', state: 'next', at: 'Expected Mon 23 Nov, by 10:00' },
            ]}
          />
        </Card>
      </Example>
      <Example title="Notice, StatusPill">
        <Notice kind="neutral" icon={<Lock size={18} />}>
          We will never ask for your PIN by phone, email or chat.
        </Notice>
        <Notice
          kind="warning"
          title="You sent this a few minutes ago"
          action={<Button kind="secondary">Send again</Button>}
        >
          The same amount went to the same payee.
        </Notice>
        <Notice kind="danger" title="Nothing was sent" onClose={() => {}}>
          There is not enough money available.
        </Notice>
        <Notice kind="info" title="We are checking your documents" />
        <p className="flex flex-wrap gap-2">
          <StatusPill kind="success">Completed</StatusPill>
          <StatusPill kind="warning">Needs document</StatusPill>
          <StatusPill kind="danger">Rejected</StatusPill>
          <StatusPill kind="info">Sent</StatusPill>
          <StatusPill kind="neutral">Draft</StatusPill>
          <StatusPill kind="accent">Plus</StatusPill>
        </p>
      </Example>
      <Example title="EmptyState, ErrorState, Skeleton">
        <Card>
          <EmptyState title="No payees yet" action={<Button>Add payee</Button>}>
            Add the first person or firm you want to pay.
          </EmptyState>
        </Card>
        <Card>
          <ErrorState
            title="We could not load the balance"
            text="Your money is safe."
            reference="req-1"
            onRetry={() => {}}
          />
        </Card>
        <Skeleton shape="row" count={2} />
      </Example>
    </>
  );
}
