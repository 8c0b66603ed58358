import { CheckCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { Link } from 'react-router';
import { today, type FirstStep, type TodayWork } from '#contract/system/today.ts';
import { useCommand } from '../../calls/use-command.ts';
import { useBusy } from '../../components/use-busy.ts';
import { useConfirm } from '../../components/use-confirm.ts';
import { usePermission } from '../../session/use-permission.ts';
import styles from './today.module.css';

const SETTINGS_PATH = '/admin/sys-config/set';

const steps: Readonly<Record<FirstStep, { label: string; why: string; to: string }>> = {
  company: { label: '填写单位地址和电话', why: '印在报价单上，也显示在报价页', to: SETTINGS_PATH },
  address: { label: '填写网站地址', why: '印在报价单的二维码里，签发后不能更改', to: SETTINGS_PATH },
  seal: { label: '上传单位印章', why: '盖在报价单的 PDF 上；不盖章可直接确认', to: SETTINGS_PATH },
  tax: { label: '核对税费说明', why: '印在报价单上，现在是示例文字', to: SETTINGS_PATH },
  holidays: {
    label: '填写节假日',
    why: '发货日按它推算，现在只有元旦前后两天，没有春节等假期',
    to: SETTINGS_PATH,
  },
  materials: {
    label: '核对材料',
    why: '客户可以按示例材料下单，直到改成本厂的或清空',
    to: '/admin/user/material',
  },
  processes: { label: '核对工艺', why: '表面处理、公差等选项；示例请改成本厂的', to: '/admin/user/process' },
  prices: {
    label: '填写价目',
    why: '客户按示例价格下单，直到改动或清空；没有价格的选项不会提供给客户',
    to: '/admin/table',
  },
  limits: {
    label: '核对人工报价规则',
    why: '机床行程、最小边长和数量上限已启用，请改成本厂的；其余规则停用，启用前这些情形自动报价',
    to: '/admin/gate-rules',
  },
  charges: {
    label: '核对附加费规则',
    why: '示例规则都已停用：开机费、最低金额等按需启用',
    to: '/admin/charge-rules',
  },
  mail: { label: '启用邮件', why: '未启用时客户只收到站内通知；参数设置页有说明', to: SETTINGS_PATH },
  customers: { label: '新增用户', why: '同事和客户各有账号', to: '/admin/sys-user/create' },
};

interface Props {
  work: Pick<TodayWork, 'steps' | 'hasSamples'>;
  onChanged: () => unknown;
}

/** The steps before the first quotation. A step is done after a change, or when the user confirms it without one. */
export function FirstSteps({ work, onChanged }: Props) {
  const command = useCommand();
  const canConfirm = usePermission('admin:sysConfigSet:update');
  const { busy, whileBusy } = useBusy<FirstStep | 'empty'>();
  const confirm = useConfirm();

  const confirmStep = (step: FirstStep) =>
    void whileBusy(step, async () => {
      if ((await command(today.confirmStep, { body: { step } })).ok) await onChanged();
    });
  const askToEmpty = () =>
    confirm({
      title: '清空示例目录？',
      content:
        '没有改动过的示例材料、工艺、毛坯规格和价格会全部删除，改动过的保留。清空后要先新增材料、填写价格，客户才能报价。',
      okText: '清空',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: () =>
        whileBusy('empty', async () => {
          if ((await command(today.emptySamples)).ok) await onChanged();
        }),
    });

  return (
    <section className={styles.today} aria-label="开始使用">
      <div className={styles.stepsHead}>
        <h2>开始使用</h2>
        {work.hasSamples ? (
          <Button danger loading={busy === 'empty'} onClick={askToEmpty}>
            清空示例目录
          </Button>
        ) : null}
      </div>
      <ol className={styles.steps}>
        {work.steps.map(({ step, isDone }, index) => {
          const { label, why, to } = steps[step];
          return (
            <li key={step} data-done={isDone}>
              <span className={styles.stepMark}>
                {isDone ? <CheckCircleFilled aria-label="已完成" /> : index + 1}
              </span>
              <Link to={to}>{label}</Link>
              <small>{why}</small>
              {canConfirm && !isDone ? (
                <Button
                  className={styles.stepConfirm}
                  size="small"
                  aria-label={`确认${label}无须修改`}
                  loading={busy === step}
                  onClick={() => confirmStep(step)}
                >
                  无须修改
                </Button>
              ) : null}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
