CREATE TABLE om_memory_records (
	memory_id TEXT PRIMARY KEY,
	tenant_id TEXT NOT NULL,
	conversation_id TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	enabled BOOLEAN NOT NULL,
	state_version BIGINT NOT NULL,
	last_observed_message_index BIGINT NOT NULL,
	active_observations_json TEXT NOT NULL,
	active_observation_tokens BIGINT NOT NULL,
	active_reflection TEXT NOT NULL,
	active_reflection_tokens BIGINT NOT NULL,
	last_reflected_observation_seq BIGINT NOT NULL,
	config_json TEXT NOT NULL,
	created_at TIMESTAMP NOT NULL,
	updated_at TIMESTAMP NOT NULL,
	UNIQUE (tenant_id, conversation_id, agent_id)
);

CREATE TABLE om_operation_log (
	operation_id TEXT PRIMARY KEY,
	memory_id TEXT NOT NULL,
	run_id TEXT NOT NULL,
	tool_call_id TEXT NOT NULL,
	scope_sequence BIGINT NOT NULL,
	operation_type TEXT NOT NULL,
	status TEXT NOT NULL,
	payload_json TEXT NOT NULL,
	error_text TEXT NOT NULL,
	created_at TIMESTAMP NOT NULL,
	updated_at TIMESTAMP NOT NULL
);

CREATE TABLE om_markers (
	marker_id TEXT PRIMARY KEY,
	memory_id TEXT NOT NULL,
	marker_type TEXT NOT NULL,
	cycle_id TEXT NOT NULL,
	message_index_start BIGINT NOT NULL,
	message_index_end BIGINT NOT NULL,
	token_count BIGINT NOT NULL,
	payload_json TEXT NOT NULL,
	created_at TIMESTAMP NOT NULL
);

CREATE INDEX om_operation_log_memory_scope_seq_idx ON om_operation_log(memory_id, scope_sequence);

CREATE INDEX om_operation_log_status_created_idx ON om_operation_log(status, created_at);

CREATE INDEX om_markers_memory_created_idx ON om_markers(memory_id, created_at);

CREATE TABLE checkpoints (
	id              TEXT PRIMARY KEY,
	kind            TEXT NOT NULL,
	status          TEXT NOT NULL,
	run_id          TEXT NOT NULL DEFAULT '',
	workflow_run_id TEXT NOT NULL DEFAULT '',
	call_id         TEXT NOT NULL DEFAULT '',
	tool            TEXT NOT NULL DEFAULT '',
	args            TEXT NOT NULL DEFAULT '',
	questions       TEXT NOT NULL DEFAULT '',
	suspend_payload TEXT NOT NULL DEFAULT '',
	resume_schema   TEXT NOT NULL DEFAULT '',
	resume_payload  TEXT NOT NULL DEFAULT '',
	deadline_at     TEXT NOT NULL DEFAULT '',
	created_at      TEXT NOT NULL,
	updated_at      TEXT NOT NULL
);

CREATE INDEX idx_checkpoints_run_pending
	ON checkpoints(run_id, status, updated_at);

CREATE INDEX idx_checkpoints_workflow_pending
	ON checkpoints(workflow_run_id, status, updated_at);

CREATE TABLE workflow_runs (
	id TEXT PRIMARY KEY,
	workflow_name TEXT NOT NULL,
	status TEXT NOT NULL,
	current_step_id TEXT NOT NULL DEFAULT '',
	current_checkpoint_id TEXT NOT NULL DEFAULT '',
	input_json TEXT NOT NULL DEFAULT '',
	output_json TEXT NOT NULL DEFAULT '',
	error TEXT NOT NULL DEFAULT '',
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL
);

CREATE TABLE workflow_step_states (
	workflow_run_id TEXT NOT NULL,
	step_id TEXT NOT NULL,
	status TEXT NOT NULL,
	output_json TEXT NOT NULL DEFAULT '',
	error TEXT NOT NULL DEFAULT '',
	started_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	PRIMARY KEY (workflow_run_id, step_id)
);

CREATE TABLE workflow_events (
	workflow_run_id TEXT NOT NULL,
	seq INTEGER NOT NULL,
	event_type TEXT NOT NULL,
	payload_json TEXT NOT NULL DEFAULT '',
	timestamp TEXT NOT NULL,
	PRIMARY KEY (workflow_run_id, seq)
);

CREATE TABLE working_memory_entries (
	memory_id TEXT NOT NULL,
	entry_key TEXT NOT NULL,
	entry_json TEXT NOT NULL,
	PRIMARY KEY (memory_id, entry_key)
);
