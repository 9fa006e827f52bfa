import { useHeadingFocus, usePage } from './page.ts';

/** The heading of a public page; it names the window too, and takes the focus after a page change. */
export function PageHeading({ title }: { title: string }) {
  usePage(title);
  const heading = useHeadingFocus();
  return (
    <h1 ref={heading} tabIndex={-1} className="text-welcome font-bold">
      {title}
    </h1>
  );
}
