import { CheckCircleFilled } from '@ant-design/icons';
import { Link } from 'react-router';
import type { FirstStep, TodayWork } from '#contract/today.ts';
import styles from './today.module.css';

const steps: Readonly<Record<FirstStep, { label: string; why: string; to: string }>> = {
  company: {
    label: '填写单位地址和电话',
    why: '印在报价单上，也显示在报价页',
    to: '/admin/sys-config/set',
  },
  address: {
    label: '填写网站地址',
    why: '印在报价单的二维码里，签发后不能更改',
    to: '/admin/sys-config/set',
  },
  materials: { label: '新增材料', why: '客户按材料报价', to: '/admin/user/material/create' },
  processes: { label: '新增工艺', why: '表面处理、公差等选项', to: '/admin/user/process/create' },
  prices: { label: '填写价目', why: '示例价格仅供试用；没有价格的选项不会提供给客户', to: '/admin/table' },
  limits: {
    label: '启用人工报价规则',
    why: '超出机床行程、数量或金额很大的零件先由人报价；启用前一律自动报价',
    to: '/admin/gate-rules',
  },
  customers: { label: '新增用户', why: '同事和客户各有账号', to: '/admin/sys-user/create' },
};

/** The steps before the first quotation, done ones marked. */
export function FirstSteps({ steps: todo }: { steps: TodayWork['steps'] }) {
  return (
    <section className={styles.today} aria-label="开始使用">
      <h2>开始使用</h2>
      <ol className={styles.steps}>
        {todo.map(({ step, isDone }, index) => {
          const { label, why, to } = steps[step];
          return (
            <li key={step} data-done={isDone}>
              <span className={styles.stepMark}>
                {isDone ? <CheckCircleFilled aria-label="已完成" /> : index + 1}
              </span>
              <Link to={to}>{label}</Link>
              <small>{why}</small>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
