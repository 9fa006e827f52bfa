import type { LetterContent } from '@larkmere/contract/accounts/letter';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { PageHeading } from '../../platform/navigation/PageHeading.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SummaryList } from '../../ui/SummaryList.tsx';
import { Table } from '../../ui/Table.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { letterContentQuery } from './letter.api.ts';

/** For a reader who was given a letter. The code is part of the address, so that a link can carry it. */
export function VerifyLetterPage() {
  const t = useTranslations('letter.verify');
  const { code = '' }: { code?: string | number } = useSearch({ strict: false });
  const letterCode = String(code);
  const { data, error, isLoading, refetch } = useQuery(letterContentQuery(letterCode));
  return (
    <div className="grid gap-6">
      <meta name="robots" content="noindex" />
      <div className="grid gap-2">
        <PageHeading title={t('title')} />
        <p className="text-text-muted">{t('intro')}</p>
      </div>
      <CodeForm key={letterCode} initialCode={letterCode} />
      <div aria-live="polite" className="grid gap-6">
        {isLoading && <Skeleton shape="row" count={4} />}
        {error && <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />}
        {data === null && (
          <Notice kind="warning" title={t('unknownTitle')}>
            {t('unknown')}
          </Notice>
        )}
        {data && (
          <>
            <Notice kind="success" title={t('genuine')}>
              {t('compare')}
            </Notice>
            <Content content={data} />
          </>
        )}
      </div>
    </div>
  );
}

function CodeForm({ initialCode }: { initialCode: string }) {
  const t = useTranslations('letter.verify');
  const navigate = useNavigate();
  const [code, setCode] = useState(initialCode);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim()) void navigate({ to: '.', search: { code: code.trim() } });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 sm:flex-row sm:items-end">
      <div className="flex-1">
        <Field label={t('code')} hint={t('codeHint')}>
          <TextInput
            value={code}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={({ target }) => setCode(target.value)}
          />
        </Field>
      </div>
      <Button type="submit">{t('submit')}</Button>
    </form>
  );
}

function Content({ content: { title, headline, subline, sections } }: { content: LetterContent }) {
  return (
    <Card>
      <p className="text-small text-text-muted">{title}</p>
      <h2 className="text-h2 font-bold">{headline}</h2>
      <p className="text-small text-text-muted">{subline}</p>
      {sections.map(({ heading, paragraphs = [], rows = [], table }) => (
        <section key={heading} className="mt-6 grid gap-1">
          <h3 className="font-semibold">{heading}</h3>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {rows.length > 0 && <SummaryList rows={rows.map(([label, value]) => ({ label, value }))} />}
          {table && <ContentTable caption={heading ?? title} table={table} />}
        </section>
      ))}
    </Card>
  );
}

type TableContent = NonNullable<LetterContent['sections'][number]['table']>;

function ContentTable({ caption, table: { columns, rows } }: { caption: string; table: TableContent }) {
  return (
    <div className="overflow-x-auto">
      <Table
        caption={caption}
        columns={columns.map(({ label, align }, place) => ({
          key: label,
          title: label,
          isNumber: align === 'right',
          cell: (cells: readonly string[]) => cells[place],
        }))}
        rows={rows}
        keyOf={(cells) => cells.join('|')}
      />
    </div>
  );
}
