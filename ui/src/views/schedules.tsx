// Tasks that the server begins by itself: at certain times, or when a page changes.

import { useEffect, useState } from 'preact/hooks';

import { api } from '../api.ts';
import { exactTime, site } from '../format.ts';
import type { NewSchedule, ScheduleInfo, ServerInfo } from '../generated/api.ts';
import { Icon } from '../parts/icons.tsx';
import { t } from '../texts.ts';
import type { Draft } from './order_form.tsx';
import { Basics, EMPTY, Field, More, order } from './order_form.tsx';

export function SchedulesView({ info }: { info: ServerInfo }) {
    const [schedules, setSchedules] = useState<ScheduleInfo[] | null>(null);
    const [error, setError] = useState('');
    const load = () => {
        api.schedules().then((list) => {
            setSchedules(list.schedules);
        }, fail);
    };
    const fail = (problem: unknown) => {
        setError(problem instanceof Error ? problem.message : String(problem));
    };
    useEffect(load, []);
    const act = (done: Promise<unknown>) => {
        setError('');
        done.then(load, fail);
    };
    return (
        <div class="settings">
            <h1>{t('schedules')}</h1>
            {error !== '' && (
                <p class="error" role="alert">
                    {error}
                </p>
            )}
            {schedules?.length === 0 && <p class="muted">{t('schedules_empty')}</p>}
            {(schedules ?? []).map((schedule) => (
                <Schedule key={schedule.id} schedule={schedule} act={act} />
            ))}
            <NewScheduleForm
                info={info}
                onAdd={(schedule) => {
                    act(api.addSchedule(schedule));
                }}
            />
        </div>
    );
}

function whenText({ when }: ScheduleInfo): string {
    return when.type === 'cron'
        ? `${when.expression}${when.zone === undefined ? '' : ` · ${when.zone}`}`
        : t('schedule_page', { site: site(when.url), minutes: when.every_minutes });
}

function Schedule({ schedule, act }: { schedule: ScheduleInfo; act: (done: Promise<unknown>) => void }) {
    return (
        <section class="card schedule">
            <div>
                <h2>{schedule.name}</h2>
                <p class="mono">{whenText(schedule)}</p>
                <p class="muted">
                    {schedule.next !== undefined && t('schedule_next', { time: exactTime(schedule.next) })}
                    {schedule.missed > 0 && ` · ${t('schedule_missed', { n: schedule.missed })}`}
                </p>
                {schedule.last_run !== undefined && <a href={`#/runs/${schedule.last_run}`}>{t('schedule_last')}</a>}
                {schedule.problem !== undefined && <p class="error">{schedule.problem}</p>}
            </div>
            <div class="buttons">
                <label class="check">
                    <input
                        type="checkbox"
                        checked={schedule.enabled}
                        onChange={(event) => {
                            act(api.switchSchedule(schedule.id, event.currentTarget.checked));
                        }}
                    />
                    {t('schedule_on')}
                </label>
                <button
                    type="button"
                    class="button"
                    onClick={() => {
                        act(
                            api.runSchedule(schedule.id).then(({ id }) => {
                                location.hash = `#/runs/${id}`;
                            }),
                        );
                    }}
                >
                    <Icon name="play" />
                    {t('schedule_now')}
                </button>
                <button
                    type="button"
                    class="button"
                    onClick={() => {
                        if (confirm(t('schedule_remove_sure'))) act(api.removeSchedule(schedule.id));
                    }}
                >
                    {t('remove')}
                </button>
            </div>
        </section>
    );
}

/** When the task of a schedule is begun, as it is written. */
interface Trigger {
    name: string;
    kind: 'cron' | 'page_change';
    expression: string;
    zone: string;
    url: string;
    part: string;
    minutes: string;
}

const NO_TRIGGER: Trigger = { name: '', kind: 'cron', expression: '', zone: '', url: '', part: '', minutes: '60' };

function NewScheduleForm({ info, onAdd }: { info: ServerInfo; onAdd: (schedule: NewSchedule) => void }) {
    const [trigger, setTrigger] = useState(NO_TRIGGER);
    const [draft, setDraft] = useState(EMPTY);
    const changeTrigger = (part: Partial<Trigger>) => {
        setTrigger((before) => ({ ...before, ...part }));
    };
    const change = (part: Partial<Draft>) => {
        setDraft((before) => ({ ...before, ...part }));
    };
    const written = trigger.kind === 'cron' ? trigger.expression : trigger.url;
    const isReady = draft.task.trim() !== '' && written.trim() !== '';
    return (
        <form
            class="card"
            onSubmit={(event) => {
                event.preventDefault();
                onAdd(scheduleOf(trigger, draft));
                setTrigger(NO_TRIGGER);
                setDraft(EMPTY);
            }}
        >
            <h2>{t('schedule_new')}</h2>
            <div class="fields">
                <Field
                    label={t('task')}
                    value={draft.task}
                    onChange={(task) => {
                        change({ task });
                    }}
                />
                <Field
                    label={t('schedule_name')}
                    value={trigger.name}
                    onChange={(name) => {
                        changeTrigger({ name });
                    }}
                />
                <label class="field">
                    <span>{t('schedule_when')}</span>
                    <select
                        value={trigger.kind}
                        onChange={(event) => {
                            changeTrigger({ kind: event.currentTarget.value === 'cron' ? 'cron' : 'page_change' });
                        }}
                    >
                        <option value="cron">{t('schedule_cron')}</option>
                        <option value="page_change">{t('schedule_change')}</option>
                    </select>
                </label>
                <When draft={trigger} change={changeTrigger} />
            </div>
            <Basics info={info} draft={draft} change={change} />
            <More draft={draft} change={change} />
            <div class="buttons">
                <button type="submit" class="button primary" disabled={!isReady}>
                    {t('save')}
                </button>
            </div>
        </form>
    );
}

function When({ draft, change }: { draft: Trigger; change: (part: Partial<Trigger>) => void }) {
    if (draft.kind === 'cron') {
        return (
            <>
                <Field
                    label={t('schedule_times')}
                    value={draft.expression}
                    placeholder="0 8 * * mon-fri"
                    hint={t('schedule_times_hint')}
                    onChange={(expression) => {
                        change({ expression });
                    }}
                />
                <Field
                    label={t('schedule_zone')}
                    value={draft.zone}
                    placeholder={Intl.DateTimeFormat().resolvedOptions().timeZone}
                    hint={t('schedule_zone_hint')}
                    onChange={(zone) => {
                        change({ zone });
                    }}
                />
            </>
        );
    }
    return (
        <>
            <Field
                label={t('schedule_watched')}
                value={draft.url}
                placeholder="https://"
                onChange={(url) => {
                    change({ url });
                }}
            />
            <Field
                label={t('schedule_part')}
                value={draft.part}
                hint={t('schedule_part_hint')}
                onChange={(part) => {
                    change({ part });
                }}
            />
            <Field
                label={t('schedule_every')}
                type="number"
                value={draft.minutes}
                onChange={(minutes) => {
                    change({ minutes });
                }}
            />
        </>
    );
}

function scheduleOf(trigger: Trigger, draft: Draft): NewSchedule {
    const { name, kind, expression, zone, url, part, minutes } = trigger;
    return {
        ...(name.trim() === '' ? {} : { name: name.trim() }),
        when:
            kind === 'cron'
                ? {
                      type: 'cron',
                      expression: expression.trim(),
                      ...(zone.trim() === '' ? {} : { zone: zone.trim() }),
                  }
                : {
                      type: 'page_change',
                      url: url.trim(),
                      ...(part.trim() === '' ? {} : { part: part.trim() }),
                      every_minutes: Math.max(1, Number(minutes)),
                  },
        run: order(draft),
    };
}
