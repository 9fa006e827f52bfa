import { Check } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';

export function WhatChanges() {
  const t = useTranslations('upgrade');
  return (
    <Card title={t('changes.title')}>
      <Points texts={[t('changes.rate'), t('changes.numbers'), t('changes.pay'), t('changes.orders')]} />
      <h3 className="mt-5 font-semibold">{t('stays.title')}</h3>
      <Points texts={[t('stays.money'), t('stays.history'), t('stays.back')]} />
      <h3 className="mt-5 font-semibold">{t('price.title')}</h3>
      <p className="mt-2">{t('price.text')}</p>
    </Card>
  );
}

const Points = ({ texts }: { texts: string[] }) => (
  <ul className="mt-2 grid gap-2">
    {texts.map((text) => (
      <li key={text} className="flex gap-3">
        <Check size={18} className="mt-1 shrink-0 text-brand-text" />
        {text}
      </li>
    ))}
  </ul>
);
