import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { saveFile } from '../parts/parts.ts';
import type { FileDrawing } from './canvas.ts';
import { fileQuery } from './file.api.ts';
import { isDrawable } from './file-drawing.ts';

type StaffFile = Readonly<{ path: string; name: string; mediaType: string }>;

const zooms = [1, 1.5, 2, 3, 4] as const;
const start = { page: 1, turn: 0, step: 0 };

/** A document beside its data. It is drawn, never opened as a page; see docs/decisions/0072. */
export function FilePanel({ path, name, mediaType }: StaffFile) {
  const t = useTranslations('manageFile');
  const { data, error, refetch } = useQuery(fileQuery(path, mediaType));
  const [view, setView] = useState(start);
  const { page, turn, step } = view;
  const drawing = data?.drawing ?? null;
  const pages = drawing?.pages ?? 1;
  const change = (next: Partial<typeof start>) => setView((before) => ({ ...before, ...next }));
  return (
    <section
      aria-label={name}
      className="flex min-w-0 flex-col overflow-hidden rounded-card border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center gap-x-1 gap-y-0.5 px-4 py-2">
        <h2 className="mr-auto min-w-0 font-semibold wrap-anywhere max-sm:w-full">
          {name}
          {pages > 1 && (
            <span className="ml-2 text-small font-normal whitespace-nowrap text-text-muted">
              {t('page', { page: String(page), pages: String(pages) })}
            </span>
          )}
        </h2>
        {drawing && (
          <>
            {pages > 1 && (
              <>
                <IconButton
                  label={t('previousPage')}
                  size="small"
                  disabled={page === 1}
                  onClick={() => change({ page: page - 1 })}
                >
                  <ChevronLeft size={18} />
                </IconButton>
                <IconButton
                  label={t('nextPage')}
                  size="small"
                  disabled={page === pages}
                  onClick={() => change({ page: page + 1 })}
                >
                  <ChevronRight size={18} />
                </IconButton>
              </>
            )}
            <IconButton
              label={t('zoomOut')}
              size="small"
              disabled={step === 0}
              onClick={() => change({ step: step - 1 })}
            >
              <ZoomOut size={18} />
            </IconButton>
            <IconButton
              label={t('zoomIn')}
              size="small"
              disabled={step === zooms.length - 1}
              onClick={() => change({ step: step + 1 })}
            >
              <ZoomIn size={18} />
            </IconButton>
            <IconButton label={t('turn')} size="small" onClick={() => change({ turn: (turn + 90) % 360 })}>
              <RotateCw size={18} />
            </IconButton>
          </>
        )}
        {data && (
          <IconButton label={t('save')} size="small" onClick={() => saveFile(data.file, name)}>
            <Download size={18} />
          </IconButton>
        )}
      </div>
      {drawing && (
        <Drawing
          drawing={drawing}
          damagedText={t('damaged')}
          label={t('picture', { name, page: String(page) })}
          {...view}
        />
      )}
      {data && !drawing && (
        <EmptyState
          title={t(isDrawable(mediaType) ? 'damaged' : 'notDrawn')}
          action={<LinkButton onClick={() => saveFile(data.file, name)}>{t('save')}</LinkButton>}
        />
      )}
      {error && <ErrorState title={t('failed')} text={failureText(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton shape="row" count={5} />}
    </section>
  );
}

type DrawingProps = {
  drawing: FileDrawing;
  damagedText: string;
  label: string;
  page: number;
  turn: number;
  step: number;
};

function Drawing({ drawing, damagedText, label, page, turn, step }: DrawingProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const zoom = zooms[step] ?? 1;
  const [isDamaged, setIsDamaged] = useState(false);
  useEffect(() => {
    const desk = sheet.current?.parentElement;
    if (!desk) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.max(0, desk.clientWidth - 2 * margin)));
    observer.observe(desk);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    let isCurrent = width > 0;
    if (!isCurrent) return undefined;
    const show = async () => {
      const canvas = await drawing.draw({ page, turn, width, zoom });
      if (isCurrent) sheet.current?.replaceChildren(canvas);
    };
    show().catch((error: unknown) => {
      reportError(error);
      setIsDamaged(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [drawing, page, turn, width, zoom]);
  return (
    <section {...scrollable} aria-label={label} className="h-[min(70vh,44rem)] overflow-auto bg-line-strong">
      <div ref={sheet} role="img" aria-label={label} className="w-fit p-4" />
      {isDamaged && <EmptyState title={damagedText} />}
    </section>
  );
}

const margin = 16;
/** A region that scrolls needs the keyboard. */
const scrollable = { tabIndex: 0 } as const;
