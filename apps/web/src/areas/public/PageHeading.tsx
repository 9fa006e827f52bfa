import { usePage } from '../../kernel/page.ts';

/** The heading of a public page; it names the window too, and takes the focus after a page change. */
export function PageHeading({ title }: { title: string }) {
  usePage(title);
  return (
    <h1 tabIndex={-1} data-page-heading className="text-welcome font-bold">
      {title}
    </h1>
  );
}
