/** How many days of each week are worked, from Monday on. */
export const workWeeks = { '5': '周一至周五', '6': '周一至周六', '7': '周一至周日' } as const;
