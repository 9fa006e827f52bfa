import { useQuery } from '@tanstack/react-query';
import { Plus, Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useSession } from '../../platform/session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageIntro } from '../../ui/PageIntro.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type ApprovalRules, rulesQuery } from './approval.api.ts';
import { NamePolicy } from './NamePolicy.tsx';
import { RuleForm } from './RuleForm.tsx';
import { RuleRow } from './RuleRow.tsx';

export function Rules() {
  const t = useTranslations('teamApproval.rules');
  const rules = useQuery(rulesQuery);
  const [isAdding, setAdding] = useState(false);
  const { user } = useSession();
  if (rules.error && !rules.data)
    return (
      <Card>
        <ErrorState title={t('failed')} text={failureText(rules.error)} onRetry={() => void rules.refetch()} />
      </Card>
    );
  if (!rules.data) return <Skeleton shape="row" count={3} />;
  const { list, people } = rules.data;
  if (isAdding) return <RuleForm people={people} onDone={() => setAdding(false)} />;
  return (
    <div className="grid gap-5">
      <PageIntro
        action={
          <Button icon={<Plus size={18} />} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        }
      >
        {t('about')} {people.some(({ role }) => role === 'maker') && t('makers')}
      </PageIntro>
      {list.length === 0 ? (
        <Card>
          <EmptyState title={t('none')} icon={<Scale size={22} />}>
            {t('noneText')}
          </EmptyState>
        </Card>
      ) : (
        <ul className="grid gap-4">
          {list.map((rule) => (
            <li key={rule.uid}>
              <RuleRow rule={rule} />
            </li>
          ))}
        </ul>
      )}
      {user.accessRole.payee && <NamePolicy />}
      <People people={people} />
    </div>
  );
}

function People({ people }: Pick<ApprovalRules, 'people'>) {
  const t = useTranslations('teamApproval');
  const scopes = (which: ApprovalRules['people'][number]['canInitiate']) =>
    which.length > 0 ? which.map((scope) => t(`rules.scopes.${scope}`)).join(', ') : t('rules.nothing');
  return (
    <Card title={t('rules.people')} flush>
      <ul className="divide-y divide-line border-t border-line">
        {people.map(({ uid, name, role, canInitiate, canApprove }) => (
          <li key={uid} className="px-5 py-3">
            <p className="font-semibold">
              {name} <span className="font-normal text-text-muted">· {t(`role.${role as 'owner'}`)}</span>
            </p>
            <p className="text-small text-text-muted">
              {t('rules.makes')}: {scopes(canInitiate)} · {t('rules.approves')}: {scopes(canApprove)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
