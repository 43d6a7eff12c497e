-- Tests the recipe for nvim-dap with asm/bcp.s open: the chess stops at `t2v`, and the source at its first instruction,
-- and at a breakpoint. The exit status says whether they do.
local dap = require("dap")

local function fail(text)
    io.stderr:write(text .. "\n")
    vim.cmd("cquit")
end

-- Waits until the program has stopped in a routine whose name begins so.
local function stopped(routine)
    local name
    local there = vim.wait(60000, function()
        local session = dap.session()
        local frame = session and session.stopped_thread_id and session.current_frame
        name = frame and frame.name
        return name and vim.startswith(name, routine)
    end, 50)
    if not there then
        fail("stopped at " .. vim.inspect(name) .. " instead of " .. routine)
    end
end

local main = vim.api.nvim_get_current_buf()
vim.bo[main].filetype = "z8000"
dap.run(dap.configurations.z8000[2])
stopped("t2v")
dap.terminate()
vim.wait(60000, function() return dap.session() == nil end, 50)
vim.api.nvim_set_current_buf(main)
dap.run(dap.configurations.z8000[1])
stopped("start")
vim.cmd("quitall!")
