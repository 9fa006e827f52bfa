import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { paths } from '../../platform/navigation/paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { rulesQuery } from './approval.api.ts';
import { useRuleSentence } from './use-rule-sentence.ts';

/** What needs an approval, a sentence for each rule. */
export function RuleSummary() {
  const t = useTranslations('teamApproval.summary');
  const sentenceOf = useRuleSentence();
  const { data } = useQuery(rulesQuery);
  if (!data) return null;
  return (
    <Card className="flex flex-wrap items-center gap-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-text">
        <BadgeCheck size={20} aria-hidden />
      </span>
      <div className="min-w-60 flex-1">
        <h2 className="font-bold">{t('title', { count: data.list.length })}</h2>
        <div className="figures text-text-muted">
          {data.list.length === 0 && <p>{t('none')}</p>}
          {data.list.map((rule) => (
            <p key={rule.uid}>{sentenceOf(rule, rule.appliesToName)}.</p>
          ))}
          <p>{t('own')}</p>
        </div>
      </div>
      <Link to={paths.teamApprovals} search={{ box: 'rules' }} className={buttonClass('secondary')}>
        {t('change', { count: data.list.length })}
      </Link>
    </Card>
  );
}
