// The one list of the commands a window can call, as `group::name` with `group`
// the module under `commands/`. Included by build.rs, which makes a permission
// of every name, and by the shell, which makes the handler: a name without a
// function does not compile, and a function without a name is dead code.
//
// `with_commands!(m)` calls `m!` with the whole list.
macro_rules! with_commands {
    ($with:ident) => {
        $with! {
            app::startup,
            app::profiles,
            app::change_settings,
            app::pick_folder,
            app::open_link,
            app::open_window,
            transcript::pull,
            transcript::older_rows,
            conversations::create_conversation,
            conversations::rename_conversation,
            conversations::set_pinned,
            conversations::set_archived,
            conversations::delete_conversation,
            conversations::restore_conversation,
            turns::prepare,
            turns::send_message,
            turns::stop,
            turns::force_stop,
            turns::restart,
            turns::set_mode,
            turns::edit_queued,
            turns::remove_queued,
            turns::set_draft,
            approvals::approval_shown,
            approvals::answer_approval,
        }
    };
}
