import type { Locator, Page } from 'playwright-core';

/** Whether the centre of the element is inside the window and not covered by another element. */
export const isSeen = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const hit = document.elementFromPoint(left + Math.min(width, 40) / 2, top + height / 2);
    return hit !== null && (one.contains(hit) || hit.contains(one));
  });

/** The overflow of the page and of its table beyond their boxes, in pixels. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('.ant-table-content')];
    return Math.max(...boxes.map((box) => box.scrollWidth - box.clientWidth));
  });
