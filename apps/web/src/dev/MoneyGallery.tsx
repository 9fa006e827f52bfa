import { Clock } from 'lucide-react';
import { AccountCard, type AccountDetails } from '../ui/AccountCard.tsx';
import { AccountStrip } from '../ui/AccountStrip.tsx';
import { Card } from '../ui/Card.tsx';
import { CardFace } from '../ui/CardFace.tsx';
import { CurrencyFlag } from '../ui/CurrencyFlag.tsx';
import { MoneyAmount } from '../ui/MoneyAmount.tsx';
import { StatusPill } from '../ui/StatusPill.tsx';
import { type Transaction, TransactionList } from '../ui/TransactionList.tsx';
import { Example } from './Example.tsx';

const gbp = (amount: string) => ({ amount, currency: 'GBP' });
const eur = (amount: string) => ({ amount, currency: 'EUR' });
const thb = (amount: string) => ({ amount, currency: 'THB' });

const detailsOf = (scheme: string, lines: Record<string, string>): [AccountDetails] => [
  { scheme, lines: Object.entries(lines).map(([label, value]) => ({ label, value })) },
];

const accounts = [
  {
    currency: 'GBP',
    bankholderid: '104882',
    balance: gbp('12480.55'),
    available: gbp('12230.55'),
    ending: '8830',
    details: detailsOf('UK Domestic', { 'Account number': '41728830', 'Sort code': '04-06-21' }),
    card: <CardFace last4="4417" />,
  },
  {
    currency: 'EUR',
    bankholderid: '104883',
    balance: eur('3912.08'),
    available: eur('3912.08'),
    ending: '8830',
    details: detailsOf('EUR SEPA', { IBAN: 'GB29 LARK 0406 2141 7288 30', BIC: 'LARKGB2L' }),
  },
  {
    currency: 'THB',
    bankholderid: '104884',
    balance: thb('184250.00'),
    available: thb('180000.00'),
    ending: '8831',
    details: detailsOf('International', { IBAN: 'GB77 LARK 0406 2141 7288 31', BIC: 'LARKGB2L' }),
  },
];

const now = new Date(2026, 10, 20, 15);
const at = (day: number) => new Date(2026, 10, day, 14, 2);
const arriving = (
  <StatusPill kind="warning" icon={<Clock size={14} />}>
    Arriving today
  </StatusPill>
);
const transactions: Transaction[] = [
  {
    id: '1',
    at: at(20),
    title: 'Somchai Prasert',
    detail: 'GBP payment · Sent',
    amount: gbp('-250.00'),
    kind: 'out',
    status: arriving,
  },
  { id: '2', at: at(20), title: 'Exchange from GBP', detail: 'Rate 1.1702', amount: eur('1170.20'), kind: 'exchange' },
  {
    id: '3',
    at: at(19),
    title: 'Northgate Lettings Ltd',
    detail: 'Standing order',
    amount: gbp('-895.00'),
    kind: 'out',
  },
  {
    id: '4',
    at: at(18),
    title: 'Salary — Harbour & Co',
    detail: 'Received',
    amount: gbp('3120.44'),
    kind: 'in',
    balanceAfter: gbp('9000.00'),
  },
];

export const MoneyGallery = () => (
  <>
    <Example title="AccountCard" wide>
      <div className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        {accounts.map((account) => (
          <AccountCard key={account.currency} {...account} onOpen={() => {}} />
        ))}
      </div>
    </Example>
    <Example title="AccountStrip" wide>
      <AccountStrip accounts={accounts} current="104882" onOpen={() => {}} />
    </Example>
    <Example title="MoneyAmount, CurrencyFlag">
      <p>
        <MoneyAmount value={thb('46981.20')} size="display" />
      </p>
      <p className="flex flex-wrap gap-x-4">
        <MoneyAmount value={gbp('-250.00')} sign="always" />
        <MoneyAmount value={eur('1170.20')} sign="always" />
        <MoneyAmount value={undefined} />
        <MoneyAmount value={{ amount: '1200', currency: 'JPY' }} size="sm" />
      </p>
      <p className="flex gap-2">
        {['GBP', 'EUR', 'THB', 'USD', 'JPY', 'CHF'].map((code) => (
          <CurrencyFlag key={code} code={code} />
        ))}
      </p>
    </Example>
    <Example title="TransactionList">
      <Card title="Activity" flush>
        <TransactionList transactions={transactions} now={now} onOpen={() => {}} onMore={() => {}} />
      </Card>
    </Example>
  </>
);
